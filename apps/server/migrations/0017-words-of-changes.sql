-- Formats a part of the changes of an action as text. It translates field names and codes, but not what users wrote. `words` has `fields`
-- (word by field) and `values` (word by the JSON of a value).
create function words_of_change(change jsonb, words jsonb) returns text
language plpgsql stable parallel safe as $$
begin
  return case jsonb_typeof(change)
    when 'object' then (
      select string_agg(coalesce(words -> 'fields' ->> key, key) || ': ' || words_of_change(value, words), ', ' order by place)
      from jsonb_each(change) with ordinality as e (key, value, place))
    when 'array' then (
      select string_agg(words_of_change(value, words), ', ' order by place)
      from jsonb_array_elements(change) with ordinality as e (value, place))
    else coalesce(words -> 'values' ->> change::text, change #>> '{}')
  end;
end $$;
