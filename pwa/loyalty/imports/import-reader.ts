/** The page's end of the worker that reads a file of members. */
import { trustedScript } from '#pwa/device/trusted-script.ts'
import type { ImportMapping, ImportPart } from '#schema/contract/member-import.ts'
import type { ReaderAnswer, ReaderQuestion } from './import-messages.ts'
import { UnreadableFile } from './import-problem.ts'
import type { ImportSurvey } from './import-survey.ts'
import workerAddress from './import-worker.ts?worker&url'

export class ImportReader {
  readonly #worker = new Worker(trustedScript(workerAddress), { type: 'module' })

  /** @throws UnreadableFile */
  async survey(file: Blob): Promise<ImportSurvey> {
    const answer = await this.#ask({ kind: 'survey', file })
    if ('survey' in answer) return answer.survey
    throw new Error('The file was not read')
  }

  async *parts(
    file: Blob,
    survey: ImportSurvey,
    mapping: ImportMapping,
  ): AsyncGenerator<ImportPart> {
    let answer = await this.#ask({ kind: 'open', file, survey, mapping })
    while ('part' in answer && answer.part) {
      yield answer.part
      answer = await this.#ask({ kind: 'next' })
    }
  }

  close(): void {
    this.#worker.terminate()
  }

  /** One question at a time. */
  #ask(question: ReaderQuestion): Promise<ReaderAnswer> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<ReaderAnswer>) => {
        if ('problem' in data) reject(new UnreadableFile(data.problem))
        else if ('failed' in data) reject(new Error(data.failed))
        else resolve(data)
      }
      this.#worker.onerror = ({ message }) => reject(new Error(message))
      this.#worker.postMessage(question)
    })
  }
}
