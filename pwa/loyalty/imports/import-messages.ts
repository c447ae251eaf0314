/** The messages between the page and the worker that reads a file of members. */
import type { ImportMapping, ImportPart } from '#schema/contract/member-import.ts'
import { readParts, surveyFile } from './import-file.ts'
import { type FileProblem, UnreadableFile } from './import-problem.ts'
import type { ImportSurvey } from './import-survey.ts'

export type ReaderQuestion =
  | { kind: 'survey'; file: Blob }
  | { kind: 'open'; file: Blob; survey: ImportSurvey; mapping: ImportMapping }
  | { kind: 'next' }

export type ReaderAnswer =
  | { survey: ImportSurvey }
  | { part: ImportPart | null }
  | { problem: FileProblem }
  | { failed: string }

/** The worker's end: answers one question at a time. */
export function answerQuestions(post: (answer: ReaderAnswer) => void) {
  let parts: AsyncGenerator<ImportPart> | null = null
  async function answer(question: ReaderQuestion): Promise<ReaderAnswer> {
    if (question.kind === 'survey') return { survey: await surveyFile(question.file) }
    if (question.kind === 'open') {
      parts = readParts(question.file, question.survey, question.mapping)
    }
    const next = await parts?.next()
    return { part: next?.done === false ? next.value : null }
  }
  return (question: ReaderQuestion): void => {
    answer(question).then(post, (error: unknown) =>
      post(
        error instanceof UnreadableFile
          ? { problem: error.problem }
          : { failed: error instanceof Error ? error.message : String(error) },
      ),
    )
  }
}
