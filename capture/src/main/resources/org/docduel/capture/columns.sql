-- The columns of a table, by its oid: definition, whether its value is computed, and the type without domains.
SELECT quote_ident(attname),
       quote_ident(attname) || ' ' || format_type(atttypid, atttypmod)
         || CASE WHEN attcollation <> 0 AND attcollation <> typcollation THEN ' COLLATE ' || quote_ident(collname) ELSE '' END
         || CASE attgenerated WHEN '' THEN ''
              ELSE ' GENERATED ALWAYS AS (' || pg_get_expr(adbin, adrelid, true) || ')'
                || CASE attgenerated WHEN 's' THEN ' STORED' ELSE ' VIRTUAL' END END
         || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END,
       attgenerated <> '',
       (WITH RECURSIVE base (id) AS (SELECT t.oid UNION ALL SELECT typbasetype FROM pg_type JOIN base ON oid = id WHERE typbasetype <> 0)
        SELECT format_type(id, NULL) FROM base JOIN pg_type ON oid = id WHERE typbasetype = 0)
FROM pg_attribute a JOIN pg_type t ON t.oid = atttypid
  LEFT JOIN pg_collation l ON l.oid = attcollation
  LEFT JOIN pg_attrdef d ON adrelid = attrelid AND adnum = attnum
WHERE attrelid = ?::oid AND attnum > 0 AND NOT attisdropped
ORDER BY attnum
