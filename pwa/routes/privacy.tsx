/** The privacy policy. */
export function PrivacyScreen() {
  return <h1>Privacy Policy</h1>
}
