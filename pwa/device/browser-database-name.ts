/** Apart from the database itself, for who asks whether there is one before loading it. */
export const browserDatabaseName = 'regulars-device'
