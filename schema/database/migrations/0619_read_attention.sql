-- An owner marks what needs attention as read.
alter table business add column attention_read_at timestamptz;
