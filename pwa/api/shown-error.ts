/**
 * An error that a person can do something about: besides the message for logs it knows the sentence
 * to show, in the language of the moment it is shown.
 */
export abstract class ShownError extends Error {
  abstract get sentence(): string
}
