import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { UnfinishedRecordings } from './record/unfinished.tsx';
import { UploadTray } from './record/upload-tray.tsx';
import { ShortcutSheet } from './shortcuts/sheet.tsx';
import { sheetOpen, useShortcuts } from './shortcuts/shortcuts.ts';
import { stream } from './state/events.ts';
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
  const main = useFocusOnNavigation(path);
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
      <main id="main" ref={main} tabIndex={-1}>
        <Notices />
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
    <div class="account">
      <button type="button" class="link-button" onClick={() => (sheetOpen.value = true)}>
        Keyboard shortcuts
      </button>
      <p title={current.user.email}>{current.user.email}</p>
    </div>
  );
}

/** Says what does not work at the moment, and what still works. */
function Notices() {
  return (
    <div role="status">
      {!isSecureContext && <Notice>Browsers allow recordings and uploads only on https:// addresses.</Notice>}
      {!online.value && (
        <Notice>No connection. You can record, and read the notes you have seen on this device.</Notice>
      )}
      {online.value && stream.value === 'lost' && (
        <Notice>Sotto does not answer. What you see may be out of date. You can still record.</Notice>
      )}
    </div>
  );
}

function Notice({ children }: { children: ComponentChildren }) {
  return (
    <p class="notice">
      <Icon name="offline" />
      <span>{children}</span>
    </p>
  );
}

/**
 * Moves the focus to the page when the user navigates. Screen readers then read it, and keys such as Space act on the page
 * instead of on the link.
 */
function useFocusOnNavigation(path: string) {
  const place = PLACES.find(({ href }) => isAt(path, href))?.href ?? path;
  const main = useRef<HTMLElement>(null);
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    main.current?.focus();
  }, [place]);
  return main;
}
