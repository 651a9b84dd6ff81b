-- No screen draws the icon of a type, and the schema of types refuses unknown fields.
update equipment_types set definition = definition - 'icon';
