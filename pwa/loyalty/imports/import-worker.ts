/** The worker that reads a file of members; loaded when an owner chooses one. */
import { answerQuestions, type ReaderQuestion } from './import-messages.ts'

const answer = answerQuestions((each) => self.postMessage(each))
self.addEventListener('message', ({ data }: MessageEvent<ReaderQuestion>) => answer(data))
