/** A building with its lights, a field with a solar pump: the two things that the dashboard watches. Decoration, silent. */
export function EntryPicture() {
  return (
    <svg viewBox="0 0 600 420" aria-hidden fill="none">
      <circle cx="468" cy="96" r="40" fill="#f2aa1a" fillOpacity=".95" />
      <circle cx="468" cy="96" r="62" stroke="#f2aa1a" strokeOpacity=".35" strokeWidth="2" />
      <circle cx="468" cy="96" r="86" stroke="#f2aa1a" strokeOpacity=".16" strokeWidth="2" />
      <defs>
        <linearGradient id="entry-field" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0e7f6b" stopOpacity=".75" />
          <stop offset="1" stopColor="#0e7f6b" stopOpacity="0" />
        </linearGradient>
      </defs>
      {/* The land reaches beyond the drawing, so that it has no edge on a wide screen. */}
      <path
        d="M-900 372c300-40 620-34 900-20 80-16 170-30 262-16s222 14 338-14c300-50 600-20 900 0v98H-900z"
        fill="url(#entry-field)"
      />
      <path
        d="M-900 396c360-34 700-30 900-16 120-22 220-14 330-8s190 2 270-16c320-30 600-10 900 6v108H-900z"
        fill="url(#entry-field)"
      />
      <Building />
      <SolarPump />
    </svg>
  );
}

const floors = [0, 1, 2, 3, 4, 5, 6];
const windows = [0, 1, 2, 3, 4];
/** Which windows are lit: chosen once so that the picture looks inhabited. */
const lit = new Set([
  "0-1",
  "0-2",
  "1-4",
  "2-0",
  "2-3",
  "3-1",
  "3-2",
  "3-3",
  "4-0",
  "5-2",
  "5-4",
  "6-1",
  "6-3",
]);

function Building() {
  return (
    <g>
      <rect x="70" y="92" width="190" height="270" rx="6" fill="#0b3d49" stroke="#6fb9c4" strokeWidth="2" />
      <path
        d="M58 92 165 52l107 40z"
        fill="#0f5563"
        stroke="#6fb9c4"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      {floors.map((floor) => (
        <g key={floor}>
          <path d={`M70 ${134 + floor * 36}h190`} stroke="#6fb9c4" strokeOpacity=".5" />
          {windows.map((window) => (
            <rect
              key={window}
              x={84 + window * 34}
              y={104 + floor * 36}
              width="24"
              height="20"
              rx="3"
              fill={lit.has(`${floor}-${window}`) ? "#ffd27a" : "#15616f"}
              fillOpacity={lit.has(`${floor}-${window}`) ? 0.95 : 0.8}
            />
          ))}
        </g>
      ))}
    </g>
  );
}

function SolarPump() {
  return (
    <g strokeLinecap="round" strokeLinejoin="round">
      <path d="M350 268l30-62h112l-30 62z" fill="#123f6b" stroke="#9bd0ef" strokeWidth="2" />
      <path
        d="M387 206l-30 62M424 206l-30 62M461 206l-30 62M365 237h112"
        stroke="#9bd0ef"
        strokeOpacity=".7"
      />
      <path d="M406 268v88M388 356h36" stroke="#cfe3e8" strokeWidth="5" />
      <path d="M406 300c60 0 92 4 108 20v22" stroke="#7fd3e6" strokeWidth="3" strokeDasharray="1 9" />
      <rect x="494" y="340" width="40" height="22" rx="6" fill="#cfe3e8" />
      <path d="M534 348h22c8 0 12 4 12 12v6" stroke="#cfe3e8" strokeWidth="6" />
      <path d="M568 374c5 8 8 12 8 16a8 8 0 0 1-16 0c0-4 3-8 8-16z" fill="#7fd3e6" />
      {[330, 352, 374, 446, 468].map((x) => (
        <path
          key={x}
          d={`M${x} 388v-16m0 8c-6 0-9-4-9-9 6 0 9 4 9 9zm0-4c6 0 9-4 9-9-6 0-9 4-9 9z`}
          stroke="#8be0b1"
          strokeWidth="2"
          fill="#2fa36b"
        />
      ))}
    </g>
  );
}
