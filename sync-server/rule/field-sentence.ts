/** Messages for fields whose contract has none, in place of the validator's wording. */
import type * as z from 'zod/mini'

type Issue = z.core.$ZodRawIssue

const wanted: Record<string, string> = {
  string: 'Enter text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Choose yes or no',
  array: 'Send a list',
  object: 'Send an object with named fields',
}

const formats: Record<string, string> = {
  uuid: 'This isn’t a valid id',
  datetime: 'Enter a date and time',
  date: 'Enter a date',
  email: 'Enter an email address',
  url: 'Enter a web address',
}

export function fieldSentence(issue: Issue): string {
  if (issue.input === undefined || issue.input === null) return 'This field is required'
  switch (issue.code) {
    case 'invalid_type':
      return wanted[issue.expected] ?? 'This value isn’t valid'
    case 'too_big':
      return sizeSentence(issue.origin, `${issue.maximum}`, 'or fewer', 'or less')
    case 'too_small':
      if (issue.input === '') return 'This field is required'
      return sizeSentence(issue.origin, `${issue.minimum}`, 'or more', 'or more')
    case 'invalid_value':
      return `Choose one of these: ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return formats[issue.format] ?? 'This value has the wrong format'
    case 'unrecognized_keys':
      return 'Leave out fields that this call doesn’t have'
    default:
      return 'This value isn’t valid'
  }
}

function sizeSentence(origin: string, bound: string, few: string, little: string): string {
  if (origin === 'string') return `Use ${bound} characters ${few}`
  if (origin === 'array' || origin === 'set') return `Send ${bound} entries ${few}`
  return `Enter ${bound} ${little}`
}
