/** Arguments of `redis-server` or `valkey-server` for a server on loopback that keeps what it was told. */
export function redisArguments({ port, folder }: { readonly port: number; readonly folder: string }): string[] {
  return [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
    // Each write is appended at once and synced every second; snapshots beside it would only cost memory.
    ...['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''],
    // A full Redis must refuse writes: keys that it dropped by itself would be notes lost.
    ...['--maxmemory-policy', 'noeviction'],
  ];
}
