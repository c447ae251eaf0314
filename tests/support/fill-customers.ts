/** Inserts many customers into businesses by SQL, one version each, with realistic names. */
import type { TestServer } from '#tests/support/server.ts'

const firstNames =
  'Ada Bo Carla Dmitri Elena Farid Grace Hana Ivan Julia Kofi Lena Marta Nils Olga Pavel Quinn Rosa Sven Tara Umar Vera Wen Xenia Yusuf Zoe Anne-Marie Björn Chloé Diego Esra Fatima Giulia Henrik Ines João Katja Liam Maya Noah'
const lastNames =
  'Abbott Becker Castellan Dubois Eriksen Fischer Garcia Hoffmann Ito Jansen Kowalski Lopez Müller Nakamura Okafor Petrov Quist Rossi Schmidt Tanaka Ueda Virtanen Weber Xu Yilmaz Zhang Andersson Brennan Cohen Desai Eze Fontaine Greco Haddad Ivanova Jensen Kaya Lindqvist Moreau Novak'

/** This many into each; the last one is the newest. */
export async function fillCustomers(
  { sql }: Pick<TestServer, 'sql'>,
  businessIds: string | readonly string[],
  count: number,
): Promise<void> {
  const ids = [businessIds].flat()
  await sql`
    with base as (
      select business_id, version from business_version
        where business_id = any(${ids}::uuid[])
    ), names as (
      select string_to_array(${firstNames}, ' ') as first, string_to_array(${lastNames}, ' ') as last
    )
    insert into customer (business_id, id, first_name, last_name, email, email_key, mailbox_key,
      phone, folded_name, folded_email, phone_digits, points, welcome, address_proved_at, created_at, version)
    select base.business_id, gen_random_uuid(), first[1 + n % 40], last[1 + (n / 40) % 40],
      'person' || n || '@example.com', 'person' || n || '@example.com',
      'person' || n || '@example.com', '+1 555 ' || lpad((n * 7919 % 10000000)::text, 7, '0'),
      chr(10) || lower(first[1 + n % 40]) || chr(10) || lower(last[1 + (n / 40) % 40]),
      'person' || n || '@example.com', '1555' || lpad((n * 7919 % 10000000)::text, 7, '0'),
      100, 'given', now(), now() - make_interval(mins => ${count} - n), base.version + n
    from generate_series(1, ${count}::int) n, base, names`
  await sql`
    update business_version set version = version + ${count}, members = members + ${count}
      where business_id = any(${ids}::uuid[])`
  await sql`analyze customer`
}
