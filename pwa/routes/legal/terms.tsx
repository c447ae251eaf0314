/** The terms that a sign-up accepts, in plain words; what they say is what the product does. */
import { TextPage } from './text-page.tsx'

export function TermsScreen() {
  return (
    <TextPage
      title="Terms of Service"
      version="2026-11"
      summary="Joining is free. The business decides what points are worth. Your page's address is your key, so keep it to yourself. You can leave whenever you like."
    >
      <h2>Who agrees with whom</h2>
      <p>
        Regulars is a platform on which businesses run their own loyalty programs. When you join a
        program, you agree with <strong>the business that runs it</strong>; its name stands at the
        top of the page. The company that operates this site provides the platform to that business.
        When you open an account to run a program, you agree with the company that operates this
        site.
      </p>

      <h2>For members of a program</h2>
      <ul>
        <li>Membership is free, needs no purchase, and is for you personally.</li>
        <li>
          You earn points on purchases by the rule that the business shows. The staff record the
          purchase, and the points stand on your card once the server has confirmed it.
        </li>
        <li>
          Points are not money. They cannot be paid out, sold or passed on, and they count only at
          the business where they were earned.
        </li>
        <li>
          A reward costs the points shown beside it. Redeeming makes a coupon that works once and
          until the date on it.
        </li>
        <li>
          A purchase that is returned, or was recorded by mistake, can be reversed, and so are its
          points.
        </li>
        <li>
          The welcome is given once per person. When many sign-ups come from one place, the business
          may check a welcome before it is given. Your membership stands meanwhile.
        </li>
        <li>
          Your page is opened by its address alone. Whoever has the address can see your points and
          redeem your rewards, so treat it like a card in your wallet. Tell the business if it has
          fallen into other hands; it can be replaced.
        </li>
        <li>You may leave at any time. Points that were not redeemed end with the membership.</li>
      </ul>

      <h2>Without a network</h2>
      <p>
        The app works without a connection. What is recorded meanwhile is kept on the device and
        sent later, and it counts when the server has accepted it. If it is refused, the app says so
        and says why.
      </p>

      <h2>For businesses</h2>
      <ul>
        <li>Accounts are opened with an invite code and belong to one person each.</li>
        <li>
          You run your program: its rules, its rewards, its texts, and what local law asks of you,
          toward your customers as well.
        </li>
        <li>
          You use the data of your members for your program only, and you write to them only on the
          channels they agreed to.
        </li>
        <li>
          The trial is 14 days free. When it ends, or when an account is suspended, the dashboard
          can be read but not changed. Nothing is deleted, and what your devices still hold is kept
          and applied once the business is active again.
        </li>
        <li>Your data is yours. You can export it at any time, during the trial and after it.</li>
      </ul>

      <h2>Fair use</h2>
      <p>
        Do not sign up other people, do not collect welcomes under several names, and do not try to
        reach data that is not yours. Memberships and accounts that do may be closed.
      </p>

      <h2>When something goes wrong</h2>
      <p>
        The platform is built so that nothing recorded is lost, and it still is software: it may be
        unavailable at times. Nothing in these terms limits the rights that the law gives you as a
        consumer.
      </p>

      <h2>Changes</h2>
      <p>
        Each version of these terms has its own number, and what you agreed to is kept with it. A
        change that matters to you is announced before it holds.
      </p>
    </TextPage>
  )
}
