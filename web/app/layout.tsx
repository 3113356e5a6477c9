import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { UnfinishedRecordings } from './record/unfinished.tsx';
import { UploadTray } from './record/upload-tray.tsx';
import { ShortcutSheet } from './shortcuts/sheet.tsx';
import { useShortcuts } from './shortcuts/shortcuts.ts';
import { online } from './state/network.ts';
import { session } from './state/session.ts';
import { Icon, type IconName } from './ui/icon.tsx';

interface Place {
  readonly href: string;
  readonly label: string;
  readonly icon: IconName;
}

const PLACES: readonly Place[] = [
  { href: '/', label: 'Notes', icon: 'notes' },
  { href: '/record', label: 'Record', icon: 'microphone' },
  { href: '/dictate', label: 'Dictate', icon: 'dictate' },
  { href: '/settings', label: 'Settings', icon: 'settings' },
];

/** The frame of every page: navigation, uploads and interrupted recordings. */
export function Layout({ children }: { children: ComponentChildren }) {
  const [path, navigate] = useLocation();
  useShortcuts({
    r: { label: 'Record a note', group: 'Go to', run: () => navigate('/record') },
    d: { label: 'Dictate', group: 'Go to', run: () => navigate('/dictate') },
    n: { label: 'Notes', group: 'Go to', run: () => navigate('/') },
    s: { label: 'Settings', group: 'Go to', run: () => navigate('/settings') },
  });
  useFocusOnNavigation(path);
  return (
    <div class="layout">
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="side">
        <Link href="/" class="wordmark">
          Sotto
        </Link>
        <nav aria-label="Main">
          <ul>
            {PLACES.map((place) => (
              <li key={place.href}>
                <PlaceLink place={place} current={isAt(path, place.href)} />
              </li>
            ))}
          </ul>
        </nav>
        <Account />
      </header>
      <main id="main" tabIndex={-1}>
        <Offline />
        <UnfinishedRecordings />
        {children}
      </main>
      <UploadTray />
      <ShortcutSheet />
    </div>
  );
}

function isAt(path: string, href: string): boolean {
  return href === '/' ? path === '/' || path.startsWith('/notes/') : path.startsWith(href);
}

function PlaceLink({ place, current }: { place: Place; current: boolean }) {
  return (
    <Link
      href={place.href}
      class={place.href === '/record' ? 'place place-record' : 'place'}
      aria-current={current ? 'page' : undefined}
    >
      <Icon name={place.icon} />
      <span>{place.label}</span>
    </Link>
  );
}

function Account() {
  const current = session.value;
  if (current.kind !== 'signed-in') return null;
  return (
    <p class="account" title={current.user.email}>
      {current.user.email}
    </p>
  );
}

function Offline() {
  if (online.value) return null;
  return (
    <p class="notice" role="status">
      <Icon name="offline" /> No connection. You can record, and read the notes you have seen on this device.
    </p>
  );
}

/** Moves the focus to a new page, so that screen readers announce it. */
function useFocusOnNavigation(path: string): void {
  const place = PLACES.find(({ href }) => isAt(path, href))?.href ?? path;
  useEffect(() => {
    const title = PLACES.find(({ href }) => href === place)?.label;
    document.title = title ? `${title} – Sotto` : 'Sotto';
  }, [place]);
}
