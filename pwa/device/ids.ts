/**
 * Ids are made on the device when the button is pressed and stored before anything is sent, so that
 * a retry is recognized. Version 7 ids sort by time, which suits indexes.
 */
import { v7 } from 'uuid'

export type NewId = () => string

export const newId: NewId = () => v7()
