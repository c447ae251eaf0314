/**
 * SQL that an attacker might run after taking over the serving login inside one business's door,
 * except changing the door itself. `mine` and `theirs` are business ids.
 */
export interface HostileStatement {
  text: string
  /** True if it must be refused; otherwise it may do anything with its own business. */
  refused?: true
}

export function statementsFor(table: string, mine: string, theirs: string): HostileStatement[] {
  const key = table === 'business' ? 'id' : 'business_id'
  const copied = `jsonb_populate_record(t, jsonb_build_object('${key}', '${theirs}'))`
  const reads = [
    `select * from ${table}`,
    `table ${table}`,
    `select * from only ${table}`,
    `select * from public.${table} where ${key} = '${theirs}'`,
    `select * from ${table} where ${key} <> '${mine}'`,
    `select * from ${table} where ${key} = '${mine}' or true`,
    `select * from ${table} where not (${key} = '${mine}') or ${key} is null`,
    `select t.* from ${table} t, business b`,
    `select t.* from business b left join ${table} t on true`,
    `select t.* from ${table} t full join customer c on c.business_id = t.${key}`,
    `select b.* from generate_series(1, 2) g cross join lateral (select * from ${table}) b`,
    `select * from (select * from ${table} union all select * from ${table}) u`,
    `with t as materialized (select * from ${table}) select * from t`,
    `with recursive r as (select ${key} from ${table} union select ${key} from ${table}) select * from r`,
    `select (select string_agg(t::text, '|') from ${table} t) as all_of_it`,
    `select array(select t::text from ${table} t) as all_of_it`,
    `select json_agg(t) as all_of_it from ${table} t`,
    `select to_jsonb(t) from ${table} t order by 1 offset 0`,
    `select exists (select from ${table} where ${key} = '${theirs}')::text || count(*)::text from ${table} where ${key} = '${theirs}'`,
    `select query_to_xml('select * from ${table}', true, false, '') as all_of_it`,
    `select table_to_xml('${table}', true, false, '') as all_of_it`,
    `select cursor_to_xml('c', 1000, true, false, '') from (select 1) x where false`,
    `select * from pg_stats where tablename = '${table}'`,
    `select t.ctid, t.* from ${table} t where ctid >= '(0,0)'`,
    `select * from ${table} tablesample system (100)`,
    `select ${key} from ${table} group by 1 having true`,
    `select distinct on (${key}) * from ${table}`,
    `select *, count(*) over () from ${table}`,
  ]
  const writes = [
    `update ${table} set ${key} = '${theirs}'`,
    `update ${table} set ${key} = '${theirs}' where ${key} = '${mine}' returning *`,
    `update ${table} set ${key} = '${mine}' where ${key} = '${theirs}' returning *`,
    `update ${table} set ${key} = ${key} where ${key} = '${theirs}' returning *`,
    `update ${table} t set ${key} = t.${key} from business b where b.id <> '${mine}' returning t.*`,
    `delete from ${table} where ${key} = '${theirs}' returning *`,
    `delete from ${table} using business b where true and ${table}.${key} <> '${mine}'`,
    `insert into ${table} select (${copied}).* from ${table} t limit 1`,
    `insert into ${table} select (${copied}).* from ${table} t limit 1 on conflict do nothing`,
    `insert into ${table} (${key}) values ('${theirs}')`,
    `with gone as (delete from ${table} where ${key} <> '${mine}' returning *) select * from gone`,
    `merge into ${table} t using business b on t.${key} <> '${mine}' when matched then delete`,
    `select * from ${table} where ${key} = '${theirs}' for update`,
    `truncate ${table}`,
    `truncate ${table} cascade`,
    // Without the grant option, PostgreSQL only warns and grants nothing.
    `grant select on ${table} to public`,
    // Blocks others for as long as it lasts, but reveals nothing.
    `lock table ${table} in access exclusive mode; select * from ${table}`,
  ]
  const doors = [
    `alter table ${table} disable row level security`,
    `alter table ${table} no force row level security`,
    `alter table ${table} owner to regulars_serving`,
    `create policy mine on ${table} using (true)`,
    `drop policy ${table}_of_own_business on ${table}`,
    `alter policy ${table}_of_own_business on ${table} using (true)`,
    `create trigger t after insert on ${table} execute function pg_notify('a', 'b')`,
    `create rule r as on select to ${table} do instead select 1`,
    `create index on ${table} (${key})`,
    `create view public.peek as select * from ${table}`,
    `create table public.copy as select * from ${table}`,
    `set local row_security = off; select * from ${table}`,
    `copy ${table} to '/tmp/stolen'`,
    `copy ${table} to program 'cat'`,
    `copy ${table} from '/etc/passwd'`,
    `vacuum ${table}`,
  ]
  return [
    ...[...reads, ...writes].map((text) => ({ text })),
    ...doors.map((text) => ({ text, refused: true as const })),
  ]
}

/** Statements that aren't about one table. */
export function statementsAtLarge(theirs: string): HostileStatement[] {
  const leak = `create or replace function pg_temp.leak(t text) returns boolean language plpgsql cost 0.0000001
    as $$ begin raise notice '%', t; return true; end $$`
  const refusedOnes = [
    'set role regulars_platform',
    'set local role regulars_platform',
    'set session authorization regulars_platform',
    'grant regulars_platform to regulars_serving',
    'alter role regulars_serving bypassrls',
    'alter role regulars_serving superuser',
    "alter role regulars_platform password 'x'",
    'create role friend login superuser',
    'create extension dblink',
    'create extension postgres_fdw',
    "create function public.f() returns int language sql security definer as 'select 1'",
    'create or replace function enter_business(b uuid) returns void language sql as $$ $$',
    "create function pg_temp.f() returns int language c as 'libc', 'system'",
    'select * from account',
    'select * from session',
    'select * from invite',
    'select * from registration',
    'select * from one_time_code',
    'select * from attempt',
    'select * from platform_audit_record',
    'select * from email_queue',
    'update email_queue set recipient = recipient',
    'delete from email_queue',
    'update installation set epoch = epoch',
    'select * from pg_authid',
    'select * from pg_statistic',
    "select pg_read_file('/etc/passwd')",
    "select pg_ls_dir('.')",
    "select lo_import('/etc/passwd')",
    'select pg_reload_conf()',
    "alter system set log_statement = 'all'",
    'drop table customer',
    'drop schema public cascade',
  ].map((text) => ({ text, refused: true as const }))
  const others = [
    'select * from pg_stat_activity',
    'select * from pg_locks',
    'select * from pg_prepared_statements',
    `do $$ declare r record; begin
       for r in execute 'select * from customer' loop raise notice '%', r; end loop; end $$`,
    `declare c scroll cursor for select * from customer; fetch all from c`,
    `prepare p as select * from customer; execute p`,
    `explain (analyze, verbose) select * from customer where business_id = '${theirs}'`,
    `${leak}; select count(*)::text from customer where pg_temp.leak(email || first_name)`,
    `${leak}; select count(*)::text from coupon where pg_temp.leak(code) and pg_temp.leak(description)`,
    `select count(*)::text from customer where 1 / (case when first_name like 'Theirs%' then 0 else 1 end) = 1`,
    `create temp table stash as select * from customer; select * from stash`,
    `create temp view peek as select * from customer; select * from peek`,
    `create function pg_temp.peek() returns setof customer language sql as 'select * from customer'; select * from pg_temp.peek()`,
    `savepoint a; select * from customer; rollback to a; select * from customer`,
    `select * from customer c where exists (select from customer o where o.business_id <> c.business_id)`,
    `select c.* from customer_key k join customer c on c.id = k.member_id`,
    `select * from sign_up_code s join qr_code q on q.id = s.qr_code_id`,
    `update customer_key set retired_at = now() where business_id = '${theirs}'`,
    `insert into customer_key (digest, business_id, member_id, created_at)
       select gen_random_uuid()::text, '${theirs}', id, now() from customer limit 1`,
  ].map((text) => ({ text }))
  return [...refusedOnes, ...others]
}
