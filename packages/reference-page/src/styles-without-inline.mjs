// The page's policy allows no inline style and no code from text. The renderer writes some of its styles as inline
// styles. They take the ways that the policy leaves open: style sheets that a script constructs, and the style
// properties of an element. This file comes before the renderer.

/** Stands for a <style> element: while it is in the page, its text is a style sheet of the page. */
class ConstructedStyle extends HTMLElement {
  #sheet = new CSSStyleSheet();
  #changes = new MutationObserver(() => this.#sheet.replaceSync(this.textContent));

  connectedCallback() {
    this.hidden = true;
    this.#sheet.replaceSync(this.textContent);
    this.#changes.observe(this, { childList: true, characterData: true, subtree: true });
    document.adoptedStyleSheets.push(this.#sheet);
  }

  disconnectedCallback() {
    this.#changes.disconnect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== this.#sheet);
  }
}

customElements.define('constructed-style', ConstructedStyle);

const createElement = document.createElement.bind(document);
document.createElement = (name, options) =>
  createElement(name.toLowerCase() === 'style' ? 'constructed-style' : name, options);

const { setAttribute } = Element.prototype;
Element.prototype.setAttribute = function setStyleOrAttribute(name, value) {
  if (name === 'style') this.style.cssText = value;
  else setAttribute.call(this, name, value);
};

// The renderer's checker of data asks whether it may make functions from text, and works without.
globalThis.__zod_globalConfig = { jitless: true };
