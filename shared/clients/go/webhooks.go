package platen

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// One that somebody kept and sends again is refused.
const tolerance = 5 * time.Minute

// VerifyWebhook checks a message's signature and age (https://www.standardwebhooks.com), and returns what it says: a *JobNotice,
// *DocumentNotice, *TemplateNotice, *QuotaNotice, *KeyNotice or *TestNotice, and a map[string]any where its type is a new one. The body is
// as it came, the secret as the answer to CreateWebhook has it, or as `platen key webhook` prints it. The error is a *WebhookRefusedError.
func VerifyWebhook(secret string, header http.Header, body []byte) (any, error) {
	id, sent, signatures := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp"), header.Get("Webhook-Signature")
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if id == "" || signatures == "" || err != nil {
		return nil, &WebhookRefusedError{"the message has no signature"}
	}
	age := time.Since(time.Unix(seconds, 0))
	if age > tolerance || age < -tolerance {
		return nil, &WebhookRefusedError{fmt.Sprintf("the message is %v old", age)}
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 {
		return nil, &WebhookRefusedError{"the secret is no base64"}
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, sent, body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// More than one while a new secret takes the place of the one before.
	for _, each := range strings.Fields(signatures) {
		if hmac.Equal([]byte(each), expected) {
			return notice(body)
		}
	}
	return nil, &WebhookRefusedError{"no signature of the message is the secret's"}
}

func notice(body []byte) (any, error) {
	var kind struct{ Type string }
	if err := json.Unmarshal(body, &kind); err != nil {
		return nil, &WebhookRefusedError{"the message is no JSON: " + err.Error()}
	}
	var said any
	switch kind.Type {
	case "job.ended":
		said = new(JobNotice)
	case "document.ended":
		said = new(DocumentNotice)
	case "template.published", "template.rejected":
		said = new(TemplateNotice)
	case "quota.nearly_used":
		said = new(QuotaNotice)
	case "key.expiring":
		said = new(KeyNotice)
	case "webhook.test":
		said = new(TestNotice)
	default:
		other := map[string]any{}
		return other, decode(body, &other)
	}
	return said, decode(body, said)
}
