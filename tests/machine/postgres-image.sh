#!/bin/sh
# What the image `postgres` does at its start, with the PostgreSQL of this machine.
set -eu
data=/var/lib/postgresql/data
programs=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
as_postgres() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }
chown postgres: "$data"
chmod 700 "$data"
if [ ! -s "$data/PG_VERSION" ]; then
  printf '%s\n' "$POSTGRES_PASSWORD" >/tmp/clave-de-postgres
  chmod 644 /tmp/clave-de-postgres
  as_postgres "$programs/initdb" --pgdata="$data" --username="$POSTGRES_USER" --auth-host=scram-sha-256 \
    --pwfile=/tmp/clave-de-postgres ${POSTGRES_INITDB_ARGS:-}
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  as_postgres "$programs/pg_ctl" -D "$data" -o '-k /tmp -h ""' -w start
  as_postgres "$programs/createdb" -h /tmp -U "$POSTGRES_USER" "$POSTGRES_DB"
  as_postgres "$programs/pg_ctl" -D "$data" -m fast -w stop
fi
exec setpriv --reuid postgres --regid postgres --init-groups "$programs/postgres" -D "$data" -k /tmp -h '*'
