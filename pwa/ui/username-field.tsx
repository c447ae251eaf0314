/**
 * Whose password a form is about, for password managers: they skip hidden fields, so this one is
 * there and only not seen. Where the form does not know, a manager may fill it in.
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
