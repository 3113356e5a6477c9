/** One series of a scrape, with its labels. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A scrape: its series, and the type of each metric by its name. */
export interface Scrape {
  readonly text: string;
  readonly series: readonly Series[];
  readonly types: ReadonlyMap<string, string>;
}

/** Scrapes a process. @throws {Error} when a line of the answer is not in Prometheus' text format */
export async function scrape(port: number): Promise<Scrape> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const series: Series[] = [];
  const types = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, typed, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (typed && type) types.set(typed, type);
    if (line === '' || line.startsWith('#')) continue;
    const [, name, labels = '', value] = /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
    if (!name || value === undefined) throw new Error(`Cannot read '${line}' as a series`);
    const pairs = [...labels.matchAll(/([a-z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/gi)].map(([, key, text]) => [key, text]);
    series.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return { text, series, types };
}

/** The value of the one series with this name and these labels; undefined when there is none. */
export function sampleOf(scraped: Scrape, name: string, labels: Record<string, string> = {}): number | undefined {
  const found = scraped.series.filter(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  );
  if (found.length > 1) throw new Error(`More than one series is ${name} ${JSON.stringify(labels)}`);
  return found[0]?.value;
}

/** The metric that a series belongs to. The series of a histogram differ by their suffixes. */
export function metricOf({ types }: Pick<Scrape, 'types'>, name: string): string {
  if (types.has(name)) return name;
  return name.replace(/_(bucket|sum|count)$/, '');
}
