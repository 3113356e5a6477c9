#!/bin/sh
# in-root.sh APP BUN HOME COMMAND …: runs a command as a container of the image would: user 10001, a read-only root in
# which only HOME (at /var/lib/sotto) and /tmp can be written, no capabilities. The system's libraries stand in for Debian's.
# Needs root, or user namespaces.
set -eu
if [ "${INSIDE:-}" = '' ]; then
  root=$(mktemp -d)
  # No fork in between: signals reach the command itself.
  namespaces='--mount'
  if [ "$(id -u)" != 0 ]; then namespaces="--user --map-root-user $namespaces"; fi
  # shellcheck disable=SC2086
  INSIDE=$root exec unshare $namespaces sh "$0" "$@"
fi
app=$1 bun=$2 home=$3
shift 3
root=$INSIDE
mount -t tmpfs -o mode=755 tmpfs "$root"
for path in /usr /lib /lib64 /bin /etc/ssl /etc/hosts /etc/resolv.conf /etc/nsswitch.conf /dev/null /dev/urandom; do
  [ -e "$path" ] || continue
  if [ -L "$path" ]; then mkdir -p "$root$(dirname "$path")"; ln -s "$(readlink "$path")" "$root$path"; continue; fi
  if [ -d "$path" ]; then mkdir -p "$root$path"; else mkdir -p "$root$(dirname "$path")"; : > "$root$path"; fi
  mount --bind "$path" "$root$path"
  case $path in /dev/*) ;; *) mount -o remount,bind,ro "$root$path" ;; esac
done
mkdir -p "$root/app" "$root/opt" "$root/tmp" "$root/proc" "$root/var/lib/sotto"
: > "$root/opt/bun"
mount --bind "$app" "$root/app" && mount -o remount,bind,ro "$root/app"
mount --bind "$bun" "$root/opt/bun" && mount -o remount,bind,ro "$root/opt/bun"
mount --bind "$home" "$root/var/lib/sotto"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --rbind /proc "$root/proc"
echo 'sotto:x:10001:10001::/var/lib/sotto:/bin/sh' > "$root/etc/passwd"
mount -o remount,ro "$root"
cd "$root"
drop='--no-new-privs --inh-caps=-all --bounding-set=-all'
# shellcheck disable=SC2086
exec chroot "$root" /usr/bin/setpriv --reuid 10001 --regid 10001 --clear-groups $drop sh -c 'cd /app && exec "$@"' - "$@"
