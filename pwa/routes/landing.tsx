/** The landing page (spec.md §2). */
export function LandingScreen() {
  return <h1>Regulars</h1>
}
