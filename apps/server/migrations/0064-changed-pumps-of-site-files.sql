-- What an administrator changed on a pump of the site file wins over an unchanged line of that file.
-- The secret of the edge in the last imported site file. Null: no site file has had it, or the secret was renewed before this column existed.
alter table edges add column site_password_sha256 text;
-- The id of a deleted or re-addressed device in the site file. Null: its own id.
alter table devices add column site_ssid text;

update edges e set site_password_sha256 = password_sha256
where not exists (
  select from devices d where d.edge_id = e.id and d.ssid = e.ssid and (d.removed_at is not null
    or exists (select from pump_plates p where p.device_id = d.id)
    or exists (select from audit a where a.action = 'renew-credentials' and a.target = 'device:' || d.id)));

update devices d set site_ssid = regexp_replace(ssid, '-removed-[0-9]+$', '')
where removed_at is not null and type = 'SOLARPUMP' and not exists (select from pump_plates p where p.device_id = d.id);
