# A throw-away PostgreSQL cluster in $1, for as long as the process $2 lives; the programs are in $3. With $4 = durable
# it writes to the disk like a real one, for timings; tests need not wait for that.
# Says "ready" when it takes connections (a Unix socket in $1, no TCP).
dir=$1 owner=$2 bin=$3
settings="-c max_connections=300 -c deadlock_timeout=100ms"
[ "$4" = durable ] || settings="$settings -c shared_buffers=32MB -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
trap '' INT TERM HUP

# initdb and postgres refuse to run as root.
as_postgres() {
    if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi
}

end() {
    as_postgres "$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1
    rm -rf "$dir" "${TMPDIR:-/tmp}/$(basename "$dir").lock"
    exit
}

cd / && rm -rf "$dir" && mkdir -m 700 "$dir" || exit
if [ "$(id -u)" = 0 ]; then chown postgres "$dir"; fi
as_postgres "$bin/initdb" -D "$dir/data" -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync \
    >"$dir/log" 2>&1 || { cat "$dir/log" >&2; end; }
as_postgres "$bin/pg_ctl" -D "$dir/data" -l "$dir/data/log" -w -t 30 start -o "-k $dir -c listen_addresses='' $settings" \
    >"$dir/log" 2>&1 || { cat "$dir/log" "$dir/data/log" >&2; end; }
touch "$dir/ready"
echo ready
exec >/dev/null 2>&1

while kill -0 "$owner"; do sleep 1; done
end
