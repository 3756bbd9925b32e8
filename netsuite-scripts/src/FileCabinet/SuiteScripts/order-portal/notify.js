/**
 * Notifies the portal of a changed record: its type and id, signed, and none of its data.
 *
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 */
define(['N/https', 'N/crypto', 'N/encode', './settings'], (https, crypto, encode, settings) => {
  /** HMAC-SHA256 in hex. The key stays within NetSuite: the script knows the id of the secret alone. */
  function sign(text) {
    const key = crypto.createSecretKey({ secret: settings.secret, encoding: encode.Encoding.UTF_8 });
    const hmac = crypto.createHmac({ algorithm: crypto.HashAlg.SHA256, key });
    hmac.update({ input: text, inputEncoding: encode.Encoding.UTF_8 });
    return hmac.digest({ outputEncoding: encode.Encoding.HEX });
  }

  /** Sends one notification. Throws if the portal cannot be reached or refuses it. */
  function notify(type, id) {
    const body = JSON.stringify({ changes: [{ type, id: String(id) }] });
    const timestamp = String(Date.now());
    const response = https.post({
      url: settings.url,
      headers: {
        'Content-Type': 'application/json',
        'X-Portal-Timestamp': timestamp,
        'X-Portal-Signature': sign(`${timestamp}.${body}`),
      },
      body,
    });
    if (response.code !== 200) throw new Error(`The portal answered ${response.code}: ${response.body}`);
  }

  return { notify };
});
