/** Saves a file as a download. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Safari reads the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
