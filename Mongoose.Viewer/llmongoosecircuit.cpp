/**
 * @file llmongoosecircuit.cpp
 * @brief Pings of our own, told from the viewer's by their id.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#include "llmongoosecircuit.h"

namespace
{

// The viewer counts its ping ids up, one every five seconds, and gives up a circuit after 100 s: 20 ids. Ours are 96 to 159 ahead.
constexpr unsigned IDS_AHEAD = 96;
constexpr unsigned IDS = 64;

// The viewer's count reaches such an id after eight minutes; ours are forgotten long before.
constexpr LLMongoose::Duration FORGOTTEN_AFTER = std::chrono::seconds(60);

} // namespace

bool LLMongooseCircuit::onPingReply(std::uint8_t ping_id, LLMongoose::Instant now)
{
    const LLMongoose::Instant sent_at = mSentAt[ping_id];
    mSentAt[ping_id] = {};
    if (sent_at == LLMongoose::Instant() || now - sent_at > FORGOTTEN_AFTER)
    {
        return false;
    }
    mRequester.onPing(now - sent_at, now);
    return true;
}

bool LLMongooseCircuit::tryPing(std::uint8_t last_viewer_ping_id, LLMongoose::Instant now, std::uint8_t& ping_id)
{
    if (now < mNextPing)
    {
        return false;
    }
    ping_id = static_cast<std::uint8_t>(last_viewer_ping_id + IDS_AHEAD + mPings++ % IDS);
    mSentAt[ping_id] = now;
    mNextPing = now + mRequester.pingInterval();
    return true;
}

void LLMongooseCircuit::onNewCircuit(LLMongoose::Instant now)
{
    mRequester.onNewCircuit(now);
    mSentAt.fill({});
    mNextPing = now;
}
