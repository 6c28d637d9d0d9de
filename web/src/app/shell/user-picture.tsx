import { useState } from "react";

/** The picture of a person or an organisation, or the first letter of the name if there is none or it fails to load. */
export function UserPicture({ picture, name }: { picture: string | undefined; name: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  return picture && picture !== broken ? (
    <img className="portrait" src={picture} alt="" onError={() => setBroken(picture)} />
  ) : (
    <span className="portrait" aria-hidden>
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
