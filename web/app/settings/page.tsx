import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Link, Redirect, useParams } from 'wouter-preact';
import { useTitle } from '../ui/use-title.ts';
import { AccountSection } from './account.tsx';
import { AppearanceSection } from './appearance.tsx';
import { ConnectedAppsSection } from './connected-apps.tsx';
import { DataSection } from './data.tsx';
import { EndpointPage } from './endpoint-page.tsx';
import { TagsSection } from './tags.tsx';
import { TokensSection } from './tokens.tsx';
import { UsageSection } from './usage.tsx';
import { WebhooksSection } from './webhooks.tsx';

interface Section {
  readonly id: string;
  readonly label: string;
  readonly Content: ComponentType;
}

const SECTIONS: readonly Section[] = [
  { id: 'account', label: 'Account', Content: AccountSection },
  { id: 'tags', label: 'Tags', Content: TagsSection },
  { id: 'tokens', label: 'Personal tokens', Content: TokensSection },
  { id: 'apps', label: 'Connected apps', Content: ConnectedAppsSection },
  { id: 'webhooks', label: 'Webhooks', Content: WebhooksSection },
  { id: 'usage', label: 'Usage', Content: UsageSection },
  { id: 'data', label: 'Your data', Content: DataSection },
  { id: 'appearance', label: 'Appearance', Content: AppearanceSection },
];

/** The settings, in sections. */
export function SettingsPage() {
  const { section, endpoint_id: endpointId } = useParams<{ section?: string; endpoint_id?: string }>();
  const id = endpointId === undefined ? (section ?? 'account') : 'webhooks';
  const shown = SECTIONS.find((one) => one.id === id);
  useTitle(shown?.label ?? 'Settings');
  const nav = useRef<HTMLElement>(null);
  // On a narrow screen, the sections are a scrollable row.
  useEffect(() => {
    const [row, current] = [nav.current, nav.current?.querySelector('[aria-current]')];
    if (!row || !current) return;
    const [outer, inner] = [row.getBoundingClientRect(), current.getBoundingClientRect()];
    row.scrollBy({ left: inner.left + inner.width / 2 - (outer.left + outer.width / 2) });
  }, [id]);
  if (!shown) return <Redirect to="/settings" replace />;
  const { label, Content } = shown;
  return (
    <div class="settings">
      <nav ref={nav} aria-label="Settings">
        <ul>
          {SECTIONS.map((one) => (
            <li key={one.id}>
              <Link href={`/settings/${one.id}`} aria-current={one.id === id ? 'page' : undefined}>
                {one.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div class="settings-body">
        {endpointId === undefined ? (
          <>
            <h1>{label}</h1>
            <Content />
          </>
        ) : (
          <EndpointPage key={endpointId} endpointId={endpointId} />
        )}
      </div>
    </div>
  );
}
