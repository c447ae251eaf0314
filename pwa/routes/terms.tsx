/** The terms. */
export function TermsScreen() {
  return <h1>Terms of Service</h1>
}
