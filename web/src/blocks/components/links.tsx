import { OutLink } from "@/blocks/components/link";
import { Framed } from "@/blocks/components/media";
import { Photo } from "@/blocks/components/photo";
import { type BlockComponentProps, TOKENS } from "@/blocks/context";
import { Icon, networkOf } from "@/blocks/icons";
import { safeHref, safePicture } from "@/blocks/links";
import { priceText } from "@/blocks/price";
import type { BlockProps } from "@/blocks/types";

/** A row in a list of links, with a thumbnail or an icon, or a card with a large picture. */
function LinkRow(props: BlockComponentProps<BlockProps["Button"]>) {
  const { id, label, href, style, note, icon, picture_url, page } = props;
  const isFeatured = style === "featured";
  const picture = safePicture(picture_url);
  return (
    <OutLink href={href} block={id} className={`wp-row${isFeatured ? " wp-row-featured" : ""}`} editing={page.editing}>
      {isFeatured ? (
        <Framed url={picture_url} alt="" ratio="16:9" page={page} />
      ) : picture === undefined ? (
        <span className="wp-row-icon">
          <Icon name={networkOf(icon ?? "website", page.words).icon} />
        </span>
      ) : (
        <Photo className="wp-row-picture" url={picture} alt="" width={64} height={64} room="thumbnail" page={page} />
      )}
      <span className="wp-row-text">
        <span className="wp-row-label">{label}</span>
        {note ? <span className="wp-soft">{note}</span> : null}
      </span>
    </OutLink>
  );
}

/** A button that is a link, or a link as a row or a card. */
export function Button(props: BlockComponentProps<BlockProps["Button"]>) {
  const { id, label, href, style = "primary", block_width = true, page } = props;
  if (style === "row" || style === "featured") {
    return <LinkRow {...props} />;
  }
  const width = block_width ? " wp-button-wide" : "";
  return (
    <div className="wp-action">
      <OutLink href={href} block={id} className={`wp-button wp-button-${style}${width}`} editing={page.editing}>
        {label}
      </OutLink>
    </div>
  );
}

/** Round links to an organisation's profiles elsewhere. */
export function Social({ id, links, page }: BlockComponentProps<BlockProps["Social"]>) {
  return (
    <ul className="wp-social">
      {links.map(({ network, url }, index) => {
        const { label, icon } = networkOf(network, page.words);
        return (
          <li key={`${network}-${index}`}>
            <OutLink href={url} block={id} className="wp-round" label={label} editing={page.editing}>
              <Icon name={icon} />
            </OutLink>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Returns an address in the shop with a click ID, so that an order counts for the code through which the visitor came.
 */
function withClickId(href: string | null | undefined): string | undefined {
  if (!safeHref(href)) {
    return undefined;
  }
  const [address = "", fragment] = (href ?? "").split("#", 2);
  const marked = `${address}${address.includes("?") ? "&" : "?"}wp_code=${TOKENS.codeId}`;
  return fragment === undefined ? marked : `${marked}#${fragment}`;
}

/** A product: its picture, its price, and a link to the shop. */
export function Product(props: BlockComponentProps<BlockProps["Product"]>) {
  const { id, name, description, price_cents, currency = "USD", picture_url, href, button_label, page } = props;
  const address = props.shop_product_id ? withClickId(href) : href;
  return (
    <article className="wp-card wp-product">
      {picture_url ? <Framed url={picture_url} alt="" ratio="4:3" page={page} /> : null}
      <div className="wp-product-body">
        <div className="wp-product-head">
          <h2>{name}</h2>
          {price_cents === null || price_cents === undefined ? null : (
            <p className="wp-price">{priceText(price_cents, currency, page.language)}</p>
          )}
        </div>
        {description ? <p className="wp-soft">{description}</p> : null}
        {button_label && (page.editing || safeHref(href)) ? (
          <OutLink
            href={address}
            block={id}
            className="wp-button wp-button-primary wp-button-wide"
            editing={page.editing}
          >
            {button_label}
            <span className="wp-hidden">: {name}</span>
          </OutLink>
        ) : null}
      </div>
    </article>
  );
}
