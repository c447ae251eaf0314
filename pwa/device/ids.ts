/**
 * Ids are made on the device at the press of the button and stored before anything is sent, so
 * that every retry is the same thing. Version 7: later ids sort later, which indexes like.
 */
import { v7 } from 'uuid'

export type NewId = () => string

export const newId: NewId = () => v7()
