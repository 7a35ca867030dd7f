/**
 * @file llmongoosecontrol.h
 * @brief Requests the TCP-fair rate from the agent's region; replaces the viewer's own throttle control.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#ifndef LL_LLMONGOOSECONTROL_H
#define LL_LLMONGOOSECONTROL_H

#include "llhost.h"
#include "llmongoosecircuit.h"

#include <optional>

class LLCircuitData;

/// On while the setting MongooseThrottle is on and the region announces Mongoose in its OpenSimExtras. The user's maximum bandwidth is the maximum
/// requested rate.
class LLMongooseControl
{
public:
    /// Call it once per frame. Returns true while it is on; the viewer's own throttle control must then do nothing.
    bool update();

    bool isOn() const { return mCircuit.has_value(); }

private:
    void start(F32 max_kbps);
    void stop();
    void follow(LLCircuitData& data, LLMongoose::Instant now);
    void leave();
    void sendPing(U8 ping_id) const;
    void sendThrottle(const LLMongoose::ThrottleRequest& request) const;

    std::optional<LLMongooseCircuit> mCircuit;
    F32 mMaxKbps = 0.f;
    LLHost mHost;
};

extern LLMongooseControl gMongooseControl;

#endif // LL_LLMONGOOSECONTROL_H
