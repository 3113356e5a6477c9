/** Arguments of `redis-server` or `valkey-server` for a persistent server on loopback. */
export function redisArguments({ port, folder }: { readonly port: number; readonly folder: string }): string[] {
  return [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
    // Each write is appended immediately and synced every second. Additional snapshots would only cost memory.
    ...['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''],
    // A full Redis must reject writes: evicted keys would be lost notes.
    ...['--maxmemory-policy', 'noeviction'],
  ];
}
