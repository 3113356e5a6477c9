import type { OperatorLinks } from '../api/types.ts';

/** A link to the workflows with this value of a search attribute in Temporal's Web UI. */
export function TemporalLink({ links, attribute, id }: { links: OperatorLinks; attribute: string; id: string }) {
  if (links.temporal_ui === null) return null;
  const query = new URLSearchParams({ query: `${attribute}="${id}"` });
  const href = `${links.temporal_ui}/namespaces/${encodeURIComponent(links.namespace)}/workflows?${query}`;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      Workflows<span class="hidden"> of {id}, in a new tab</span>
    </a>
  );
}
