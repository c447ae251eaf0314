/**
 * A second business beside the demo, so that a journey that forgets whose rows it asks for fails:
 * as many members, half of them with the names, emails and phones of the demo's; the same rewards;
 * codes, people who sign in, and a history.
 */
import postgres from 'postgres'
import { newSignUpCode } from '#sync-server/loyalty/qr-code.ts'
import { newId } from '#sync-server/rule/id.ts'
import { demoBusinessName } from '#sync-server/seed/demo-people.ts'
import { fillHistory } from '#tests/support/fill-history.ts'

const otherBusinessName = 'Corner Oven'

export async function addOtherBusiness(ownerUrl: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    const [demo] = await sql<{ id: string; members: number }[]>`
      select b.id, count(*)::int as members
      from business b join customer c on c.business_id = b.id
      where b.name = ${demoBusinessName} group by b.id`
    if (!demo) throw new Error('The demo has no members')
    const id = newId()
    await copyShop(sql, demo.id, id)
    await fillHistory({ sql }, id, demo.members)
    await shareMembers(sql, demo.id, id)
  } finally {
    await sql.end()
  }
}

async function copyShop(sql: postgres.Sql, demoId: string, id: string): Promise<void> {
  const own = sql`jsonb_build_object('business_id', ${id}::uuid, 'id', gen_random_uuid())`
  await sql`insert into business select (jsonb_populate_record(b, jsonb_build_object(
      'id', ${id}::uuid, 'name', ${otherBusinessName}::text,
      'email', 'hello@corneroven.example'))).*
    from business b where b.id = ${demoId}`
  await sql`insert into business_version (business_id, version)
    select ${id}, version from business_version where business_id = ${demoId}`
  await sql`insert into reward select (jsonb_populate_record(r, ${own})).*
    from reward r where r.business_id = ${demoId}`
  await sql`insert into account select (jsonb_populate_record(a, ${own} || jsonb_build_object(
      'email', replace(a.email, 'lanternhouse', 'corneroven'),
      'email_key', replace(a.email_key, 'lanternhouse', 'corneroven')))).*
    from account a where a.business_id = ${demoId}`
  const codes = await sql<{ id: string }[]>`
    select id from qr_code where business_id = ${demoId}`
  for (const copied of codes) {
    const code = newSignUpCode()
    const [made] = await sql<{ id: string }[]>`
      insert into qr_code select (jsonb_populate_record(q, ${own} ||
        jsonb_build_object('code', ${code}::text))).*
      from qr_code q where q.business_id = ${demoId} and q.id = ${copied.id} returning id`
    await sql`insert into sign_up_code (code, business_id, qr_code_id)
      values (${code}, ${id}, ${made?.id ?? null})`
  }
}

/** Every second member is also a member of the demo. */
async function shareMembers(sql: postgres.Sql, demoId: string, id: string): Promise<void> {
  const numbered = (businessId: string) => sql`
    select *, row_number() over (order by created_at, id) as n
    from customer where business_id = ${businessId}`
  await sql`update customer c set first_name = d.first_name, last_name = d.last_name,
      email = d.email, email_key = d.email_key, mailbox_key = d.mailbox_key, phone = d.phone,
      folded_name = d.folded_name, folded_email = d.folded_email, phone_digits = d.phone_digits
    from (${numbered(demoId)}) d, (${numbered(id)}) o
    where c.business_id = ${id} and c.id = o.id and o.n = d.n and d.n % 2 = 0`
}
