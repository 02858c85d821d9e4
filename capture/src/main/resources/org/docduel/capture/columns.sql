-- The columns of a table, by its oid: definition, and whether its value is computed.
SELECT quote_ident(attname),
       quote_ident(attname) || ' ' || format_type(atttypid, atttypmod)
         || CASE WHEN attcollation <> 0 AND attcollation <> typcollation THEN ' COLLATE ' || quote_ident(collname) ELSE '' END
         || CASE attgenerated WHEN '' THEN ''
              ELSE ' GENERATED ALWAYS AS (' || pg_get_expr(adbin, adrelid, true) || ')'
                || CASE attgenerated WHEN 's' THEN ' STORED' ELSE ' VIRTUAL' END END
         || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END,
       attgenerated <> ''
FROM pg_attribute a JOIN pg_type t ON t.oid = atttypid
  LEFT JOIN pg_collation l ON l.oid = attcollation
  LEFT JOIN pg_attrdef d ON adrelid = attrelid AND adnum = attnum
WHERE attrelid = ?::oid AND attnum > 0 AND NOT attisdropped
ORDER BY attnum
