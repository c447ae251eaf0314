/** What is kept about whom, where and for how long; what it says is what the product does. */
import { TextPage } from './text-page.tsx'

export function PrivacyScreen() {
  return (
    <TextPage
      title="Privacy Policy"
      version="2026-11"
      summary="We keep what a loyalty card needs and nothing for advertising. No trackers, no data sold. Marketing only where you ticked a box, and you can untick it."
    >
      <h2>Who is responsible</h2>
      <p>
        When you join a program, <strong>the business that runs it</strong> decides what your data
        is used for. The company that operates this site keeps the data on its behalf. For accounts
        of people who run a program, the company that operates this site is responsible itself.
      </p>

      <h2>What is kept about members</h2>
      <ul>
        <li>Your first and last name, your email address, and your phone number if you give it.</li>
        <li>
          Your points, the purchases they come from (amount and time, not what you bought), your
          rewards and coupons.
        </li>
        <li>
          What you agreed to and what you did not: which version of the text, when, and on which
          screen.
        </li>
        <li>
          A short description that your browser sends when you sign up: its name, language,
          platform, screen size and time zone. It serves as a label, such as “signed up on an
          iPhone”, and not to recognize you elsewhere. No fingerprint is taken of your device unless
          you agree to one.
        </li>
        <li>
          The network address you sign up from, for up to 90 days, against people who collect
          welcomes.
        </li>
      </ul>

      <h2>What is kept about accounts</h2>
      <p>
        Name, email address, phone number and photo if you add them, a password that is stored only
        as a hash, your sessions, and a record of what was done with the account.
      </p>

      <h2>Who sees it</h2>
      <ul>
        <li>
          Staff at the counter see your name, your points, and parts of your email address and phone
          number, so that they can find you.
        </li>
        <li>The owner of the business sees all that is kept about you there.</li>
        <li>Other businesses on the platform see nothing. The database itself keeps them apart.</li>
        <li>
          The platform's administrators can look at a business to help it. Each time is recorded.
        </li>
      </ul>

      <h2>On your device</h2>
      <p>
        So that it works without a network, the app keeps your card, or what your work at the
        counter needs, in your browser's storage. Signing out removes it, except what is still to be
        sent, which is sealed. People with an account get two cookies: one keeps them signed in, the
        other tells a device they have used from a stranger’s who guesses passwords; a third one
        counts what is still to be sent, while something is. There are no cookies for advertising or
        statistics, and no part of the page comes from other companies.
      </p>

      <h2>Messages</h2>
      <p>
        Email, SMS and push notifications are three separate choices, none of them ticked for you.
        Every marketing email has a link that ends them with one click. Messages that the program
        needs, such as your page's address or a code, do not depend on these choices.
      </p>

      <h2>How long</h2>
      <p>
        As long as you are a member or have an account. When you are erased, everything that names
        you goes. Amounts and points stay without your name, so that the books of the business still
        add up.
      </p>

      <h2>Your rights</h2>
      <p>
        You may see, correct, export and erase what is kept about you, take back any agreement, and
        object to what is done with your data. Ask the business; export and erasure are confirmed by
        a mail to your address, so that nobody else can ask for them. You may also complain to the
        data protection authority where you live.
      </p>
    </TextPage>
  )
}
