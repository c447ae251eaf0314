/**
 * An error that a person can act on: besides the message for logs, it has a sentence to show in the
 * screen's current language.
 */
export abstract class ShownError extends Error {
  abstract get sentence(): string
}
