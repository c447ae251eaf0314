/** A legal text: sections of paragraphs and list items; `<b>` marks emphasis. */
export interface LegalText {
  title: string
  summary: string
  sections: readonly {
    heading: string
    paragraphs: readonly string[]
    items: readonly string[]
  }[]
}
