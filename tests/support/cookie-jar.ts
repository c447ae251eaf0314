/** For unit tests: `document.cookie`. An assignment sets one cookie, or removes it at age 0. */
export class CookieJar {
  readonly kept = new Map<string, string>([['session', 'of-the-server']])
  writes = 0
  get cookie(): string {
    return [...this.kept].map(([key, value]) => `${key}=${value}`).join('; ')
  }
  set cookie(text: string) {
    this.writes += 1
    const [, key = '', value = '', ageSeconds] = text.match(/^([^=]+)=([^;]*); Max-Age=(\d+)/) ?? []
    if (ageSeconds === '0') this.kept.delete(key)
    else this.kept.set(key, value)
  }
  get hints(): string[] {
    return [...this.kept].filter(([key]) => key !== 'session').map(([, value]) => value)
  }
}
