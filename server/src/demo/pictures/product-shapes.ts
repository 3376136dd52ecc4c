/** The drawing of each kind of goods on 200 × 200, in its color `c` and a darker one `d`. */
export const PRODUCT_SHAPES: Readonly<Record<string, string>> = {
  'Stainless Steel Water Bottle':
    '<rect x="88" y="22" width="24" height="20" rx="4" fill="#444"/><path d="M80 46h40l8 22v104q0 8-8 8H80q-8 0-8-8V68z" fill="c"/><rect x="82" y="74" width="8" height="92" rx="4" fill="#fff" opacity=".35"/>',
  'Cast Iron Skillet':
    '<circle cx="86" cy="108" r="62" fill="d"/><circle cx="86" cy="108" r="50" fill="c"/><path d="M136 66l46-36 10 14-44 40z" fill="d"/><circle cx="181" cy="40" r="4" fill="#fff"/>',
  'Bamboo Cutting Board':
    '<rect x="30" y="52" width="140" height="104" rx="14" fill="#d9b27a"/><path d="M30 86h140M30 120h140" stroke="#b98d52" stroke-width="5"/><circle cx="152" cy="68" r="8" fill="#fff"/><rect x="30" y="146" width="140" height="10" rx="5" fill="c"/>',
  'Cordless Drill Driver Kit':
    '<path d="M34 58h96l14 14v22H34q-8 0-8-8V66q0-8 8-8z" fill="c"/><path d="M144 74h34v8h-34z" fill="#777"/><path d="M50 94h34l10 62H62z" fill="d"/><rect x="52" y="154" width="56" height="24" rx="5" fill="#333"/><rect x="84" y="98" width="10" height="16" rx="4" fill="#c0392b"/>',
  'LED Desk Lamp with USB Port':
    '<rect x="52" y="166" width="84" height="12" rx="6" fill="d"/><path d="M94 166L70 98l44-52" fill="none" stroke="c" stroke-width="10" stroke-linejoin="round"/><path d="M104 34l54 30-10 16-54-28z" fill="c"/><path d="M100 62l46 24-2 32H86z" fill="#ffe27a" opacity=".6"/>',
  'Microfiber Cleaning Cloths':
    '<path d="M40 140l60-30 62 30-60 32z" fill="d"/><path d="M40 118l60-30 62 30-60 32z" fill="c"/><path d="M40 96l60-30 62 30-60 32z" fill="d"/><path d="M40 74l60-30 62 30-60 32z" fill="c"/>',
  'Wooden Train Set':
    '<path d="M24 162h152" stroke="#8a6a3b" stroke-width="8"/><rect x="36" y="92" width="70" height="46" rx="6" fill="c"/><rect x="36" y="62" width="34" height="34" rx="4" fill="d"/><rect x="86" y="70" width="12" height="24" fill="#8a6a3b"/><rect x="116" y="104" width="52" height="34" rx="5" fill="#d9b27a"/><g fill="#6b4f2a"><circle cx="54" cy="146" r="13"/><circle cx="88" cy="146" r="13"/><circle cx="130" cy="146" r="11"/><circle cx="156" cy="146" r="11"/></g>',
  'Insulated Lunch Bag':
    '<path d="M68 70q0-38 32-38t32 38" fill="none" stroke="d" stroke-width="9"/><rect x="40" y="66" width="120" height="108" rx="14" fill="c"/><path d="M40 98h120" stroke="d" stroke-width="6"/><rect x="62" y="116" width="76" height="40" rx="6" fill="d"/>',
  'Glass Food Storage Containers':
    '<path d="M34 120h132l-12 52H46z" fill="#cfe8ef"/><rect x="28" y="106" width="144" height="16" rx="6" fill="c"/><path d="M54 66h92l-8 36H62z" fill="#cfe8ef"/><rect x="48" y="52" width="104" height="15" rx="6" fill="c"/>',
  'Adjustable Dumbbell':
    '<rect x="60" y="94" width="80" height="14" rx="6" fill="#8b8f94"/><g fill="c"><rect x="28" y="56" width="18" height="90" rx="5"/><rect x="154" y="56" width="18" height="90" rx="5"/></g><g fill="d"><rect x="48" y="66" width="16" height="70" rx="5"/><rect x="136" y="66" width="16" height="70" rx="5"/></g>',
  'Bluetooth Kitchen Scale':
    '<rect x="30" y="92" width="140" height="74" rx="14" fill="c"/><ellipse cx="100" cy="90" rx="62" ry="16" fill="#d5d9dd"/><rect x="72" y="124" width="56" height="26" rx="5" fill="#bfe3c0"/><path d="M84 137h32" stroke="#234" stroke-width="5"/>',
  'Cotton Bath Towel':
    '<rect x="38" y="62" width="124" height="30" rx="14" fill="c"/><rect x="38" y="96" width="124" height="30" rx="14" fill="d"/><rect x="38" y="130" width="124" height="30" rx="14" fill="c"/><path d="M132 62v98" stroke="#fff" stroke-width="5" opacity=".5"/>',
  'Ratcheting Screwdriver Set':
    '<rect x="28" y="104" width="144" height="62" rx="8" fill="d"/><g fill="#b9bfc5"><rect x="44" y="118" width="10" height="34"/><rect x="64" y="118" width="10" height="34"/><rect x="84" y="118" width="10" height="34"/><rect x="104" y="118" width="10" height="34"/><rect x="124" y="118" width="10" height="34"/><rect x="144" y="118" width="10" height="34"/></g><rect x="34" y="54" width="74" height="28" rx="14" fill="c"/><path d="M108 64h62v8h-62z" fill="#888"/>',
  'Silicone Baking Mat':
    '<rect x="28" y="50" width="144" height="106" rx="8" fill="c"/><rect x="40" y="62" width="120" height="82" rx="4" fill="none" stroke="#fff" stroke-width="3"/><g fill="none" stroke="#fff" stroke-width="2.5"><circle cx="72" cy="90" r="13"/><circle cx="100" cy="90" r="13"/><circle cx="128" cy="90" r="13"/><circle cx="72" cy="122" r="13"/><circle cx="100" cy="122" r="13"/><circle cx="128" cy="122" r="13"/></g>',
  'Camping Lantern':
    '<path d="M70 50q0-30 30-30t30 30" fill="none" stroke="#555" stroke-width="7"/><rect x="62" y="46" width="76" height="22" rx="8" fill="c"/><rect x="70" y="68" width="60" height="72" fill="#ffe9a0"/><path d="M85 68v72M115 68v72" stroke="#999" stroke-width="4"/><rect x="56" y="140" width="88" height="38" rx="10" fill="c"/>',
  'Electric Gooseneck Kettle':
    '<path d="M66 72h68l14 84q0 10-10 10H62q-10 0-10-10z" fill="c"/><path d="M56 138Q22 130 30 92T16 60" fill="none" stroke="c" stroke-width="9"/><path d="M134 82q46 0 40 62" fill="none" stroke="#333" stroke-width="11"/><rect x="78" y="52" width="44" height="20" rx="8" fill="d"/><rect x="44" y="166" width="112" height="12" rx="6" fill="#333"/>',
  'Yoga Mat with Strap':
    '<rect x="60" y="58" width="116" height="84" rx="10" fill="c"/><circle cx="60" cy="100" r="42" fill="d"/><circle cx="60" cy="100" r="28" fill="c"/><circle cx="60" cy="100" r="13" fill="d"/><path d="M118 56v88M146 56v88" stroke="#333" stroke-width="7"/>',
  'Dog Harness, No Pull':
    '<path d="M48 60q52 34 104 0l14 52q-66 44-132 0z" fill="c"/><path d="M58 108v56q42 22 84 0v-56" fill="none" stroke="d" stroke-width="15"/><circle cx="100" cy="84" r="11" fill="none" stroke="#999" stroke-width="6"/>',
  'Shower Curtain with Hooks':
    '<path d="M22 38h156" stroke="#888" stroke-width="8"/><path d="M34 54h132v114q-16 12-33 0t-33 0-33 0-33 0z" fill="c"/><path d="M67 60v104M100 60v104M133 60v104" stroke="d" stroke-width="6"/><g fill="none" stroke="#666" stroke-width="4"><circle cx="50" cy="46" r="8"/><circle cx="83" cy="46" r="8"/><circle cx="117" cy="46" r="8"/><circle cx="150" cy="46" r="8"/></g>',
  'Garden Hose, Expandable':
    '<g fill="none" stroke="c" stroke-width="14"><circle cx="92" cy="108" r="60"/><circle cx="92" cy="108" r="38"/></g><path d="M92 168q60 14 76-38" fill="none" stroke="c" stroke-width="14"/><path d="M158 130l20-8-14-44-16 6z" fill="d"/>',
};

export const PRODUCT_COLORS: Readonly<Record<string, readonly [main: string, dark: string]>> = {
  Black: ['#2f3236', '#17191b'],
  White: ['#e8eaec', '#c3c8cd'],
  'Slate Gray': ['#76818c', '#566069'],
  'Forest Green': ['#2f6b46', '#1f4a30'],
  Navy: ['#27406f', '#182a4c'],
  Sage: ['#9db395', '#7b9273'],
  Terracotta: ['#c66b4a', '#9c4e33'],
  Oat: ['#dccfb4', '#bba987'],
  Charcoal: ['#4a4e54', '#303338'],
  'Sky Blue': ['#74b3e0', '#4b8cbb'],
};
