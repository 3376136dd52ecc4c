/** The page behind the link of a mail that mutes its kind; the token stands behind the `#`. */
export const MUTE_LINK_PATH = '/mute';
