-- The text of an energy waste alarm has kW in place of W.
update alarms set
  text_numbers = array[round((text_numbers[1] / 1000)::numeric, 2)::float8, round((text_numbers[2] / 1000)::numeric, 2)::float8],
  message = 'Energy waste: ' || trim_scale(round((text_numbers[1] / 1000)::numeric, 2)) || ' kW while unoccupied (limit '
    || trim_scale(round((text_numbers[2] / 1000)::numeric, 2)) || ' kW)'
where text_name = 'energy-wasted' and cardinality(text_numbers) = 2;
