/** Single-use invites, reserved by a registration and used up when its e-mail is verified. */
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const invite = pgTable('invite', {
  id: uuid('id').primaryKey(),
  codeDigest: text('code_digest').notNull(),
  sealedCode: text('sealed_code'),
  kind: text('kind').$type<'owner' | 'staff'>().notNull(),
  /** null if the owner's business is found or created when the invite is used. */
  businessId: uuid('business_id'),
  businessName: text('business_name').notNull(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  createdBy: uuid('created_by').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  reservedBy: uuid('reserved_by'),
  usedAt: instant('used_at'),
  usedBy: uuid('used_by'),
  revokedAt: instant('revoked_at'),
})
