/**
 * Tells password managers whose password a form is about. They skip hidden inputs, so this one is
 * only visually hidden. If the form doesn't know the user, a manager may fill it in.
 */
export function UsernameField({ email }: { email: string | undefined }) {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      {...(email ? { value: email, readOnly: true } : { defaultValue: '' })}
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
    />
  )
}
