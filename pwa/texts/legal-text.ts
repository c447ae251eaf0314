/** A page to read, such as the terms: sections of paragraphs and list items, `<b>` for emphasis. */
export interface LegalText {
  title: string
  summary: string
  sections: readonly {
    heading: string
    paragraphs: readonly string[]
    items: readonly string[]
  }[]
}
