// Icons, drawn on a grid of 24. They stand beside words or inside buttons with a label: readers of the page skip them.

const PATHS = {
  templates: "M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5",
  jobs: "M4 7l8-4 8 4-8 4zM4 12l8 4 8-4M4 17l8 4 8-4",
  usage: "M5 20V11M12 20V4M19 20v-6",
  book: "M5 4h9a4 4 0 0 1 4 4v12H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h10",
  edit: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  key: "M14 10a4 4 0 1 0-8 0 4 4 0 0 0 8 0zM13 12l7 7M17 16l2-2",
  activity: "M4 12h4l2-6 4 12 2-6h4",
  menu: "M4 7h16M4 12h16M4 17h16",
  leave: "M14 4H6v16h8M10 12h10M17 9l3 3-3 3",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20",
  add: "M12 5v14M5 12h14",
  remove: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  left: "M15 6l-6 6 6 6",
  right: "M9 6l6 6-6 6",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  upload: "M12 16V4M7 8l5-5 5 5M5 20h14",
  warning: "M12 4l9 16H3zM12 10v4M12 17v.5",
  error: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5v6M12 16.5v.5",
  good: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12.2l2.8 2.8L16 9.5",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** An icon of the size of the text. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
