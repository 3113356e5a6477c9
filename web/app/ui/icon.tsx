/** Paths on a grid of 24 by 24, drawn as lines in the text's colour. */
const PATHS = {
  notes: 'M6 4h12v16H6zM9 9h6M9 13h6M9 17h3',
  microphone: 'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4',
  dictate: 'M4 20l4-1L19 8l-3-3L5 16zM14 7l3 3',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20 20',
  close: 'M6 6l12 12M18 6 6 18',
  back: 'M14 5l-7 7 7 7',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  stop: 'M7 7h10v10H7z',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  refresh: 'M19 12a7 7 0 1 1-2-5M19 4v4h-4',
  edit: 'M5 19l4-1L19 8l-3-3L6 15z',
  plus: 'M12 5v14M5 12h14',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  check: 'M5 13l4 4L19 7',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  offline: 'M4 4l16 16M5 11a10 10 0 0 1 5-2.6M19 11a10 10 0 0 0-3-2M8.500 14.500a5 5 0 0 1 7 0M12 18.500v.5',
  upload: 'M12 16V5M7 9l5-5 5 5M5 20h14',
  calendar: 'M5 6h14v14H5zM5 10h14M9 3v4M15 3v4',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon beside text, or in a button that has its own label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
