/** The page that a mute link in a mail opens. The token follows the `#`. */
export const MUTE_LINK_PATH = '/mute';
