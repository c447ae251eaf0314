/**
 * The words of a search may be a customer's email or phone number, and proxies log addresses. So the
 * app sends `q=…` in this header, encoded as in an address, in place of the documented `?q=…`, which
 * other callers may go on using.
 */
export const queryHeader = 'Regulars-Query'
